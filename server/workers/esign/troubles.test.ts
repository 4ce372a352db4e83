import { fewTroubles } from '../../test/fixtures/troubles/choose.ts'
import { describeSealing } from '../../test/fixtures/troubles/sealing.ts'

describeSealing(
  fewTroubles(({ opens, page, copy }) => [opens, page, copy].join()),
  'at the end',
)
