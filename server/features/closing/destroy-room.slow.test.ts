import './destroy-room.test.ts'
