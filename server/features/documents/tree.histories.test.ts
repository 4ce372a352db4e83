import { describeHistories } from '../../test/tree/tree-histories-suite.ts'

describeHistories(4, 20_261_120)
