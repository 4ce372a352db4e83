import { describeRights } from '../../../test/tree/rights-model-suite.ts'

describeRights(50, 20_271_000)
