import { describeRights } from '../../../test/tree/rights-model-suite.ts'

describeRights(5, 20_261_127, 100)
