import { fewTroubles } from '../../test/troubles/choose.ts'
import { describeReading } from '../../test/troubles/reading.ts'

describeReading(
  fewTroubles(({ opens, page, copy, words, password }) => [opens, page, copy, words === undefined, password === undefined].join()),
  'at the end',
)
