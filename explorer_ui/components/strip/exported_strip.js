// The token strip as a page of its own.

import { drawExported } from "../shared/exported.js";
import mount from "./token_strip.js";

drawExported(mount);
