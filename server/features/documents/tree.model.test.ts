import { describeChanges } from '../../test/tree/tree-model-suite.ts'

// The slow tier runs more, and `npm run tree-model` runs 20,000.
describeChanges(100, 20_261_120)
