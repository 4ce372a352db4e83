import { allTroubles } from '../../test/fixtures/troubles/choose.ts'
import { describeReading } from '../../test/fixtures/troubles/reading.ts'

describeReading(allTroubles(), 'after each kind')
