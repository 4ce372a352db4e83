import './read-content.test.ts'
