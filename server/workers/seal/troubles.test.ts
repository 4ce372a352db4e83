import { fewTroubles } from '../../test/troubles/choose.ts'
import { describeSealing } from '../../test/troubles/sealing.ts'

describeSealing(
  fewTroubles(({ opens, page, copy }) => [opens, page, copy].join()),
  'at the end',
)
