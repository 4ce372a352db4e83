import { describeRights } from '../../test/tree/rights-model-suite.ts'

describeRights(400, 20_270_000)
