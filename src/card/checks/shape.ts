/** Knows how to say that a card is of an earlier version, or of none, in one finding instead of many. */
import { showText } from '../../json/show.js';
import { isObject } from '../../json/value.js';
import type { Check } from './check.js';

const guide = 'the 1.0 card has supportedInterfaces, securityRequirements and wrapped security schemes';

export const checkShape: Check = ({ card, shape }) => {
  switch (shape) {
    case '1.0':
      return [];
    case 'mixed':
      return [
        {
          code: 'card-mixed-shape',
          path: '',
          message: 'the card has supportedInterfaces of 1.0 beside members of 0.x',
          hint: 'keep the 1.0 members and remove each one listed below, or serve one card per version',
        },
      ];
    case '0.3':
    case '0.2':
      return [
        {
          code: 'card-legacy-shape',
          path: '',
          message: `this is an A2A ${shape} card${sayDeclared(card['protocolVersion'], shape)}`,
          hint: `${guide}; see docs/findings/card-legacy-shape.md for what goes where`,
        },
      ];
    case 'other':
      return [
        {
          code: 'card-unrecognised',
          path: '',
          message: `this is not an Agent Card of any version: its members are ${sayMembers(card)}`,
          hint: 'is this the right file? a card has name, version, supportedInterfaces, capabilities and skills',
        },
      ];
  }
};

/** The shape is what counts; where the card claims another version, both are said. */
function sayDeclared(declared: unknown, shape: string): string {
  if (typeof declared !== 'string' || declared.startsWith(shape)) return '';
  return ` by its members, although its protocolVersion says ${showText(declared)}`;
}

function sayMembers(card: unknown): string {
  const names = isObject(card) ? Object.keys(card) : [];
  if (names.length === 0) return 'none';
  const shown = names.slice(0, 5).map(showText);
  return shown.join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
}
