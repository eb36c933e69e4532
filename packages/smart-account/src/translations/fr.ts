import type { Catalogue } from '@latchkey/plugin-api'

export const fr: Catalogue = {
  'errors.smart.bad_input': 'Un compte intelligent ne peut pas effectuer cette demande.',
  'errors.smart.limits_refused':
    'Cette autorisation ne peut pas être limitée comme demandé. Rien n’a été accordé.',
  'errors.smart.bundler_failed':
    'Le réseau n’accepte pas d’opérations de comptes intelligents pour le moment. Réessayez plus tard ou utilisez votre autre compte.',
  'errors.smart.gas_beyond_bounds': 'Les frais demandés sont trop élevés. Rien n’a été envoyé.',
  'errors.smart.paymaster_refused':
    'Celui qui devait payer les frais a demandé autre chose. Rien n’a été envoyé.',
  'errors.smart.node_failed': 'Le réseau ne peut pas être interrogé pour le moment. Réessayez.',
}
