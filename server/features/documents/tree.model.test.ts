import { describeChanges } from '../../test/tree-model-suite.ts'

// A part of what the slow tier does, and `npm run tree-model` does 20,000.
describeChanges(100, 20_261_120)
