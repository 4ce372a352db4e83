import { describeHistories } from '../../test/tree/tree-histories-suite.ts'

// The seed differs from that of the quick tier to cover more cases.
describeHistories(Number(process.env['TREE_HISTORIES'] ?? 40), Number(process.env['TREE_SEED'] ?? 20_261_121))
