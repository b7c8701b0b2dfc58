import type { Template } from '../model.ts'

const template = (templateId: string, name: string, ...paragraphs: readonly string[]): Template => ({
  templateId,
  name,
  body: [...paragraphs, 'Kind regards\n{{assignee.name}}, Larkfield'].join('\n\n'),
})

/** The sample replies, in the order menus show them. */
export const sampleTemplates: readonly Template[] = [
  template(
    'duplicate-charge',
    'Duplicate charge',
    'Hi {{requester.firstName}},',
    'I can see both charges. The second one is being returned today and reaches your account in 3 to 5 working days. Your order goes ahead as it is; there is nothing you need to do.',
    'Should it not be there by then, answer here and mention {{ticketId}}.',
  ),
  template(
    'refund-sent',
    'Refund on its way',
    'Hello {{requester.name}},',
    'your refund left us today and goes back to the means of payment you used. Banks take up to 5 working days to show it.',
    'Your reference is {{ticketId}}.',
  ),
  template(
    'ask-details',
    'Ask for details',
    'Hi {{requester.firstName}},',
    'thank you for writing about “{{subject}}”. To find the cause I need three things: what you did last before it happened, what you saw instead of what you expected, and the version under Settings → About.',
    'A screenshot helps, but please cover anything private first.',
  ),
  template(
    'login-help',
    'Login: first steps',
    'Hi {{requester.firstName}},',
    'I have sent a new sign-in link to {{requester.email}}. It works once and for 30 minutes. If it does not arrive, please look in the spam folder and check that larkfield.example may write to you.',
    'Still locked out? Answer here, and {{assignee.firstName}} will call you back.',
  ),
  template(
    'parcel-search',
    'Parcel: search started',
    'Hello {{requester.name}},',
    'I have asked the carrier to search for your parcel. They answer within two working days. If it has not turned up by then, we send a new one at once and at no cost.',
    'I keep an eye on {{ticketId}} until you have it in your hands.',
  ),
  template(
    'exchange',
    'Exchange arranged',
    'Hi {{requester.firstName}},',
    'no problem at all: the exchange for “{{subject}}” is arranged. The label for sending the first one back goes to {{requester.email}} within the hour, and the new one leaves our warehouse as soon as the carrier has scanned it.',
  ),
  template(
    'escalated',
    'Passed to engineering',
    'Hello {{requester.name}},',
    'what you describe is a fault on our side, so I have passed it to engineering with priority {{priority}}. I write to you as soon as I know more, at the latest tomorrow by noon.',
    'You can always ask about it under {{ticketId}}.',
  ),
  template(
    'solved-check',
    'Solved, just checking',
    'Hi {{requester.firstName}},',
    'you wrote to us on {{createdOn}} about “{{subject}}”. From our side this is done. If anything is left, simply answer, and the ticket opens again.',
  ),
]
