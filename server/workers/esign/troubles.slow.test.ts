import { describeSealing } from '../../test/fixtures/troubles/sealing.ts'

describeSealing()
