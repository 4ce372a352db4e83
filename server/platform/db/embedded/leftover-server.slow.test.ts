import './leftover-server.test.ts'
