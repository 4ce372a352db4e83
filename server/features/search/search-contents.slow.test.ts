import './search-contents.test.ts'
