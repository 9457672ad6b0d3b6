/**
 * What an operator may be, most powerful first. Owners are the people of ADMIN_EMAILS and those made owners by another
 * one; each operation for operators says which of the others may call it. Separate from the schemas, for the client.
 */
export const OPERATOR_ROLES = ['owner', 'moderator', 'support', 'read_only'] as const

export type OperatorRole = (typeof OPERATOR_ROLES)[number]
