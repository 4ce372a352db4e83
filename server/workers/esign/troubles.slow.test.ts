import { allTroubles } from '../../test/fixtures/troubles/choose.ts'
import { describeSealing } from '../../test/fixtures/troubles/sealing.ts'

describeSealing(allTroubles(), 'after each kind')
