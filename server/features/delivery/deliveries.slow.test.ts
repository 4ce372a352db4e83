import './deliveries.test.ts'
