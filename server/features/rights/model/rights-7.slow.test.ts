import { describeRights } from '../../../test/tree/rights-model-suite.ts'

// An eighth of 20,000 trees.
describeRights(50, 20_277_000)
