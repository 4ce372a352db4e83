import './ooxml-content.test.ts'
