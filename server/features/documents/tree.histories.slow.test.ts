import { describeHistories } from '../../test/tree/tree-histories-suite.ts'

describeHistories(
  Number(process.env['TREE_HISTORIES'] ?? 40),
  Number(process.env['TREE_SEED'] ?? 20_261_121),
)
