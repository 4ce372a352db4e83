import { describeRights } from '../../../test/tree/rights-model-suite.ts'

// Each of eight files tests an eighth of 20,000 trees.
describeRights(50, 20_271_000)
