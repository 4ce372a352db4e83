import type { FastifyRequest } from 'fastify'

/** Returns an empty text for a closed connection, which has no address, despite the type. */
export const addressOf = ({ ip }: { readonly ip: FastifyRequest['ip'] | undefined }): string => ip ?? ''
