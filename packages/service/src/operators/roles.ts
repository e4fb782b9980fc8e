import { OPERATOR_ROLES, type OperatorRole } from '@swapdesk/contract';

/** Whether a role may do what at least that one may: each may all that the one before it may. */
export function isAtLeast(role: OperatorRole, least: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(least);
}
