import { allTroubles } from '../../test/troubles/choose.ts'
import { describeReading } from '../../test/troubles/reading.ts'

describeReading(allTroubles(), 'after each kind')
