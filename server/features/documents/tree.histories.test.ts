import { describeHistories } from '../../test/tree/tree-histories-suite.ts'

// The slow tier runs ten times as many, and `npm run tree-model` runs 2,000.
describeHistories(4, 20_261_120)
