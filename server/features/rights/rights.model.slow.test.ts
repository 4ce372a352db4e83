import { describeRights } from '../../test/tree/rights-model-suite.ts'

describeRights(150, 20_270_000)
