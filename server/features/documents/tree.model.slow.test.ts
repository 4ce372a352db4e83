import { describeChanges } from '../../test/tree/tree-model-suite.ts'

describeChanges(
  Number(process.env['TREE_CHANGES'] ?? 500),
  Number(process.env['TREE_SEED'] ?? 20_261_121),
)
