import { useLeaveQuestion } from '../features/uploads/index.ts'
import { useHouse } from './house-context.ts'
import { useWorkroom } from './workroom.ts'

/** Ends the session; while files are on their way the person is asked first. */
export function useLogout(): () => Promise<void> {
  const { leave } = useHouse()
  const mayLeave = useLeaveQuestion(useWorkroom().uploads)
  return async () => {
    if (await mayLeave()) leave()
  }
}
