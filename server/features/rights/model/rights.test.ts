import { describeRights } from '../../../test/tree/rights-model-suite.ts'

// 500 trees. The slow tier has 20,000.
describeRights(5, 20_261_127, 100)
