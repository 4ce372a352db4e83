import { describeReading } from '../../test/fixtures/troubles/reading.ts'

describeReading()
