import { messages } from '../game/messages.pl';
import { pl } from './pl';

export const words = { ...pl, ...messages };
