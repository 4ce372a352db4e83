import { describeChanges } from '../../test/tree-model-suite.ts'

// Another seed than in the quick tier, so that both together try more.
describeChanges(Number(process.env['TREE_CHANGES'] ?? 500), Number(process.env['TREE_SEED'] ?? 20_261_121))
