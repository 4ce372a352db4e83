import { describeRights } from '../../test/tree/rights-model-suite.ts'

// The slow tier runs more.
describeRights(25, 20_261_127)
