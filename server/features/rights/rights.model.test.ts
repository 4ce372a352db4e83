import { describeRights } from '../../test/tree/rights-model-suite.ts'

// The slow tier runs more.
describeRights(10, 20_261_127)
