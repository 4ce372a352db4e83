import { allTroubles } from '../../test/troubles/choose.ts'
import { describeSealing } from '../../test/troubles/sealing.ts'

describeSealing(allTroubles(), 'after each kind')
