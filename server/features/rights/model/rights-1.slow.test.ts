import { describeRights } from '../../../test/tree/rights-model-suite.ts'

// A quarter of 20,000 trees.
describeRights(100, 20_271_000)
