import { describeHistories } from '../../test/tree-histories-suite.ts'

// A tenth of what the slow tier does, and `npm run tree-model` does 2,000.
describeHistories(4, 20_261_120)
