import './load-rendition.test.ts'
