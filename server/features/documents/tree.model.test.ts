import { describeChanges } from '../../test/tree/tree-model-suite.ts'

describeChanges(100, 20_261_120)
