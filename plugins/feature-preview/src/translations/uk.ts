import type { Catalogue } from '@latchkey/plugin-api'

export const uk: Catalogue = {
  'preview.title': 'Перевірте цей запит',
  'preview.unknown': 'Невідомий запит',
  'preview.position': '{position} з {total}',
  'preview.site': 'Запитує',
  'preview.plugin': 'Функція цього сайту',
  'preview.account': 'Акаунт',
  'preview.wallet': 'Гаманець',
  'preview.network': 'Мережа',
  'preview.testnet': 'Тестова мережа',
  'preview.confirm': 'Підтвердити',
  'preview.decline': 'Відхилити',
  'preview.next': 'Ваш гаманець запитає вас ще раз.',
  'preview.accountChanged': 'Акаунт або мережа змінилися, тому запит знято.',
  'preview.disconnected': 'Гаманець від’єднано, тому запит знято.',
  'preview.withdrawn': 'Запит відкликано.',
}
