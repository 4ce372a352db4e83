import { fewTroubles } from '../../test/fixtures/troubles/choose.ts'
import { describeReading } from '../../test/fixtures/troubles/reading.ts'

describeReading(
  fewTroubles(({ opens, page, copy, words, password }) => [opens, page, copy, words === undefined, password === undefined].join()),
  'at the end',
)
