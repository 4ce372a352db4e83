import './archive.test.ts'
