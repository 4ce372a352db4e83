import { describeHistories } from '../../test/tree-histories-suite.ts'

// Another seed than in the quick tier, so that both together try more.
describeHistories(Number(process.env['TREE_HISTORIES'] ?? 40), Number(process.env['TREE_SEED'] ?? 20_261_121))
