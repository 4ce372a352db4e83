import { useLocation } from '@tanstack/react-router'
import { SignOnButtons } from '../../../features/sign-on/index.ts'
import { keepPlace } from '../../kept-place.ts'

/** This tab keeps the link's place until the provider returns. */
export function AccountEntry() {
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  return <SignOnButtons onLeave={() => keepPlace('tab', wanted)} />
}
